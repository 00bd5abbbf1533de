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
 * Authorization (docs/interface.md 5): a developer key, an admin key, or the signature of a voice
 * file.
 */
export type Auth = 'developer' | 'admin' | 'signature';

export type BodyKind = 'json' | 'form' | 'multipart' | 'binary';

/**
 * Body kinds that the service accepts; the client sends the first. `schema` describes the fields,
 * not the file.
 */
export interface EndpointBody {
  readonly kinds: readonly [BodyKind, ...BodyKind[]];
  readonly schema: z.ZodType;
}

export type ResponseBody = z.ZodType | 'empty' | 'binary';

export interface EndpointDescription {
  readonly method: Method;
  /** What the service accepts besides, because some clients send it. */
  readonly otherMethods?: readonly Method[];
  /** Path with its parameters in braces: `/v2/document/{document_id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly auth: Auth;
  readonly query?: z.ZodObject;
  readonly body?: EndpointBody;
  /** Successful responses by status. */
  readonly responses: Readonly<Record<number, ResponseBody>>;
  readonly limits?: {
    /** Maximum size of the whole body in bytes. */
    readonly bodyBytes?: number;
  };
  /**
   * Whether a repetition has no further effect, so that a lost request may be sent again. Requests
   * that create something are not repeatable.
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

/** Adds name and area to each description of an area, and keeps its exact type. */
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

/** Type of the query, with the interface's own names. */
export type QueryOf<E extends EndpointDescription> = E extends {
  readonly query: infer Q extends z.ZodType;
}
  ? z.input<Q>
  : undefined;

/** Type of the body, with the interface's own names. */
export type BodyOf<E extends EndpointDescription> = E extends {
  readonly body: { readonly schema: infer B extends z.ZodType };
}
  ? z.input<B>
  : undefined;

type Success<R> = R extends z.ZodType ? z.output<R> : undefined;

/** Type of the validated response; undefined if it is empty or a file. */
export type AnswerOf<E extends EndpointDescription> = Success<E['responses'][keyof E['responses']]>;
