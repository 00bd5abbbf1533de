/** Limits of docs/interface.md 8, in the unit at the end of the name. */
export const limits = {
  translate: {
    texts: 50,
    /** 128 KiB for the whole body. */
    bodyBytes: 131_072,
    instructions: 10,
    instructionCharacters: 300,
    thresholdMax: 100,
    thresholdDefault: 75,
  },
  write: { bodyBytes: 10_240 },
  styleRules: {
    nameCharacters: 1024,
    instructions: 200,
    labelCharacters: 100,
    promptCharacters: 300,
    pageSizeDefault: 10,
    pageSizeMax: 25,
  },
  glossaries: {
    /** For one dictionary. */
    dictionaryBytes: 10_000_000,
    nameBytes: 1024,
    phraseBytes: 1024,
    perAccount: 1000,
    /** Room for five full dictionaries with their JSON escapes. */
    bodyBytes: 64_000_000,
  },
  documents: {
    minimumBilledCharacters: 50_000,
    characters: 1_000_000,
    /** For an upload of the largest type, with its multipart frame. */
    bodyBytes: 31_000_000,
  },
  admin: { activeKeys: 25, analyticsDays: 366 },
  voice: {
    uploadWindowSeconds: 300,
    downloadWindowSeconds: 3600,
    sourceBytes: 1_073_741_824,
    jobsAtOnce: 10,
    pollSeconds: 5,
  },
  memories: { pageSizeDefault: 10, pageSizeMax: 25 },
  usage: { unlimitedCharacters: 1_000_000_000_000 },
  /** For endpoints without their own limit. */
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
} as const;

/** Size limit by file extension, and whether a minimum is billed (docs/interface.md 8). */
export const documentTypes = {
  docx: { bytes: 30_000_000, minimum: true, result: 'docx' },
  doc: { bytes: 30_000_000, minimum: true, result: 'docx' },
  pptx: { bytes: 30_000_000, minimum: true, result: 'pptx' },
  xlsx: { bytes: 30_000_000, minimum: true, result: 'xlsx' },
  pdf: { bytes: 30_000_000, minimum: true, result: 'pdf' },
  txt: { bytes: 1_000_000, minimum: false, result: 'txt' },
  htm: { bytes: 5_000_000, minimum: false, result: 'htm' },
  html: { bytes: 5_000_000, minimum: false, result: 'html' },
  xlf: { bytes: 10_000_000, minimum: false, result: 'xlf' },
  xliff: { bytes: 10_000_000, minimum: false, result: 'xliff' },
  srt: { bytes: 150_000, minimum: false, result: 'srt' },
  jpeg: { bytes: 3_000_000, minimum: false, result: 'jpeg' },
  jpg: { bytes: 3_000_000, minimum: false, result: 'jpg' },
  png: { bytes: 3_000_000, minimum: false, result: 'png' },
} as const;

export type DocumentExtension = keyof typeof documentTypes;
