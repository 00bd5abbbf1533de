/** `virtual:locale-sync/live` in a build: no catalog changes there. */
export function onUpdate(): () => void {
  return () => undefined;
}
