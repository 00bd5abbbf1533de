// i18next-cli needs methods of Set that Node has only since 22.
const { prototype } = Set;
prototype.union ??= function union(other) {
  return new Set([...this, ...other.keys()]);
};
prototype.intersection ??= function intersection(other) {
  return new Set([...this].filter((one) => other.has(one)));
};
prototype.difference ??= function difference(other) {
  return new Set([...this].filter((one) => !other.has(one)));
};
