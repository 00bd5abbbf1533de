/** What tells a declaration file that `locale-sync types` wrote. */
export const TYPES_MARK = 'Written by `locale-sync types`';
