import { ServiceError } from './errors.js';

export interface PagedList<Item> {
  readonly pageSize: number;
  /** Page number, from 0. */
  readonly fetch: (page: number) => Promise<readonly Item[]>;
  readonly idOf: (item: Item) => string;
  readonly operation: string;
}

/**
 * All items of a list, page by page. A page that is not full is the last one.
 * @throws ServiceError `protocol` for a list that never ends
 */
export async function* allPages<Item>(list: PagedList<Item>): AsyncGenerator<Item, void> {
  let last: string | undefined;
  for (let page = 0; ; page += 1) {
    const items = await list.fetch(page);
    const first = items[0];
    if (first === undefined) return;
    if (list.idOf(first) === last) {
      throw new ServiceError(
        'protocol',
        `${list.operation}: pages ${page - 1} and ${page} are identical`,
        {
          operation: list.operation,
        },
      );
    }
    last = list.idOf(first);
    yield* items;
    if (items.length < list.pageSize) return;
  }
}
