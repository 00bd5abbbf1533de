// In every page of Vite's dev server: a catalog that changed after the page was requested and before
// it was connected may have been rendered as it was, so the page is loaded again.

declare const PANEL: string;
/** Loads the module that opens texts. */
declare const loadEdit: () => Promise<unknown>;

export {};

if (import.meta.hot) {
  const { hot } = import.meta;
  hot.on('locale-sync:changed', ({ ago }: { readonly ago: number }) => {
    if (ago < performance.now()) location.reload();
  });
  // Vite's own way to remove its overlay reloads a page that no update has reached yet.
  hot.on('locale-sync:solved', () => {
    for (const overlay of document.querySelectorAll('vite-error-overlay')) {
      if (overlay.shadowRoot?.textContent.includes('[plugin:locale-sync]')) overlay.remove();
    }
  });
  // Texts are edited in all pages of the app, but not in the panel's own.
  hot.on('locale-sync:editing', () => {
    if (!location.pathname.includes(PANEL)) void loadEdit();
  });
  hot.send('locale-sync:loaded', {});
}
