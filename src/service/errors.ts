/** An error response: becomes `{"message", "code"?, "detail"?}` with its status (contract.md). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: string | undefined;
  readonly detail: string | undefined;

  constructor(
    status: number,
    message: string,
    more: { readonly code?: string | undefined; readonly detail?: string | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.code = more.code;
    this.detail = more.detail;
  }
}

export const badRequest = (message: string, detail?: string): ServiceError =>
  new ServiceError(400, message, { detail });

export const forbidden = (message: string): ServiceError => new ServiceError(403, message);

export const notFound = (message: string): ServiceError => new ServiceError(404, message);

export interface ErrorBody {
  readonly message: string;
  readonly code?: string;
  readonly detail?: string;
}

export function errorBody({ message, code, detail }: ServiceError): ErrorBody {
  return {
    message,
    ...(code === undefined ? {} : { code }),
    ...(detail === undefined ? {} : { detail }),
  };
}
