import type { BrowserContext, Page } from '@playwright/test';

/** Notes the toasts of all pages of the context from their next load on: a toast may be gone before a story looks for it. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(noteToasts);
}

/** Whether a toast with this text was shown and not asked for yet. */
export function wasToastShown(page: Page, text: string): Promise<boolean> {
  return page.evaluate((wanted) => {
    const shown = (window as { shownToasts?: string[] }).shownToasts ?? [];
    const index = shown.findIndex((toast) => toast.includes(wanted));
    if (index >= 0) shown.splice(index, 1);
    return index >= 0;
  }, text);
}

/** Runs in the page, before its own scripts. */
function noteToasts(): void {
  const shown: string[] = [];
  Object.assign(window, { shownToasts: shown });
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof Element && node.matches('[aria-label="Notifications"] li'))
        shown.push(node.textContent ?? '');
    }
  }).observe(document, { childList: true, subtree: true });
}
