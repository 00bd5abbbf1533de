/** An error response: becomes `{"message", "detail"?}` with its status (docs/interface.md 7). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly detail: string | undefined;

  constructor(status: number, message: string, detail?: string) {
    super(message);
    this.status = status;
    this.detail = detail;
  }
}

export const badRequest = (message: string, detail?: string) =>
  new ServiceError(400, message, detail);
export const forbidden = (message: string) => new ServiceError(403, message);
export const notFound = (message: string) => new ServiceError(404, message);
export const tooLargeBody = () => new ServiceError(413, 'The request body is too large');

/** Whether an error is one of files: a disk or folder, but not a lost connection ('read'). */
export function isOfFiles(error: unknown): boolean {
  const syscall = (error as NodeJS.ErrnoException | null | undefined)?.syscall;
  return syscall !== undefined && syscall !== 'read';
}
