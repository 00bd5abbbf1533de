/** Payload of the event `locale-sync:update`. */
export interface CatalogUpdate {
  /** Relative to the folder of the config, with `/`. */
  readonly file: string;
  readonly locale: string;
  readonly role: 'source' | 'target';
  /** URL of the catalog on the dev server. */
  readonly url: string;
  /** Whether `url` is a file of the public folder rather than a module. */
  readonly isPublic: boolean;
  readonly timestamp: number;
}

/** Texts of a catalog by key, nested as in the file. */
export interface CatalogMessages {
  [key: string]: string | CatalogMessages | (string | CatalogMessages)[] | null;
}

/** An update including the catalog, as its module exports it. */
export interface LoadedUpdate<Messages = CatalogMessages> extends CatalogUpdate {
  readonly messages: Messages;
}
