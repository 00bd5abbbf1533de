/** Marks a declaration file written by `locale-sync types`. */
export const TYPES_MARK = 'Written by `locale-sync types`';
