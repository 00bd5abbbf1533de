// In every page of Vite's dev server: a catalog that changed after the page was requested and before
// it was connected may have been rendered as it was, so the page is loaded again.

export {};

if (import.meta.hot) {
  const { hot } = import.meta;
  hot.on('locale-sync:changed', ({ ago }: { readonly ago: number }) => {
    if (ago < performance.now()) location.reload();
  });
  hot.send('locale-sync:loaded', {});
}
