import type * as z from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Area =
  | 'translate'
  | 'documents'
  | 'glossaries'
  | 'styleRules'
  | 'languages'
  | 'write'
  | 'voice'
  | 'admin'
  | 'usage'
  | 'memories';

/**
 * Who may call (interface.md 5): a developer key, an admin key, or the signature of one voice file.
 */
export type Auth = 'developer' | 'admin' | 'signature';

export type BodyKind = 'json' | 'form' | 'multipart' | 'binary';

/**
 * Kinds that the service accepts, starting with the one that the client sends. `schema` describes
 * the fields, not the file.
 */
export interface EndpointBody {
  readonly kinds: readonly [BodyKind, ...BodyKind[]];
  readonly schema: z.ZodType;
}

export type ResponseBody = z.ZodType | 'empty' | 'binary';

export interface EndpointDescription {
  readonly method: Method;
  /** Path with its parameters in braces: `/v2/document/{document_id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly auth: Auth;
  readonly query?: z.ZodObject;
  readonly body?: EndpointBody;
  /** Successful answers by status. */
  readonly responses: Readonly<Record<number, ResponseBody>>;
  readonly limits?: {
    /** Largest body in bytes, everything included. */
    readonly bodyBytes?: number;
  };
  /**
   * Whether doing it twice has the same result as doing it once, so that a request lost on the way
   * may be sent again. Creating something is not repeatable.
   */
  readonly repeatable: boolean;
}

export interface Endpoint extends EndpointDescription {
  readonly name: string;
  readonly area: Area;
}

type Described<T extends Readonly<Record<string, EndpointDescription>>> = {
  readonly [K in keyof T & string]: T[K] & { readonly name: K; readonly area: Area };
};

/** Gives every description of an area its name and area, keeping its exact type. */
export function describeArea<const T extends Readonly<Record<string, EndpointDescription>>>(
  area: Area,
  descriptions: T,
): Described<T> {
  const entries = Object.entries(descriptions).map(([name, description]) => [
    name,
    { ...description, name, area },
  ]);
  return Object.fromEntries(entries) as Described<T>;
}

type Parameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameters<Rest>
  : never;

/** Names of a path's parameters: `'glossary_id'`. */
export type PathParameter<E extends EndpointDescription> = Parameters<E['path']>;

/** What the query may hold, in the wire's own names. */
export type QueryOf<E extends EndpointDescription> = E extends {
  readonly query: infer Q extends z.ZodType;
}
  ? z.input<Q>
  : undefined;

/** What the body may hold, in the wire's own names. */
export type BodyOf<E extends EndpointDescription> = E extends {
  readonly body: { readonly schema: infer B extends z.ZodType };
}
  ? z.input<B>
  : undefined;

type Success<R> = R extends z.ZodType ? z.output<R> : undefined;

/** The checked answer; undefined where the answer is empty or a file. */
export type AnswerOf<E extends EndpointDescription> = Success<E['responses'][keyof E['responses']]>;
