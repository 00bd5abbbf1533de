/** `virtual:locale-sync/live` in a build, where catalogs never change. */
export function onUpdate(): () => void {
  return () => undefined;
}
