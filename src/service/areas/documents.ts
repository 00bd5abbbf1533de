import fastifyMultipart from '@fastify/multipart';
import type { ServiceContext } from '../context.js';
import { Documents } from '../documents/documents.js';
import { multipartOptions } from '../documents/upload.js';
import type { AreaRoutes } from '../http/routes.js';

const types: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  htm: 'text/html',
  html: 'text/html',
  xlf: 'application/xliff+xml',
  xliff: 'application/xliff+xml',
  srt: 'application/x-subrip',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** File name of the result, safe for a header: the upload's name with the result's extension. */
function dispositionOf(name: string, extension: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const dot = base.lastIndexOf('.');
  const plain = (dot > 0 ? base.slice(0, dot) : base).replace(/[^\w .()-]/g, '_');
  return `attachment; filename="${plain === '' ? 'document' : plain}.${extension}"`;
}

/** docs/interface.md 4.2 */
export function documentRoutes(context: ServiceContext): AreaRoutes {
  const documents = new Documents(context, context.glossaries, context.folder('documents'));
  return {
    setUp: async (app) => {
      await app.register(fastifyMultipart, multipartOptions);
      app.addHook('onClose', () => documents.close());
      await documents.tidy();
    },
    handlers: {
      uploadDocument: async ({ request, keyId, notes, signal, delivery }) => {
        const uploader = { keyId, signal, delivery };
        const { handle, billed } = await documents.add(request, uploader);
        notes.characters = billed;
        return handle;
      },
      getDocumentStatus: ({ params, body }) =>
        documents.status(params.document_id, body.document_key),
      downloadDocument: async ({ params, body, setHeader, delivery }) => {
        const { document_id: id } = params;
        const file = await documents.take(id, body.document_key, delivery);
        const { content, bytes, name, extension } = file;
        setHeader('content-length', String(bytes));
        setHeader('content-type', types[extension] ?? 'application/octet-stream');
        setHeader('content-disposition', dispositionOf(name, extension));
        return content;
      },
    },
  };
}
