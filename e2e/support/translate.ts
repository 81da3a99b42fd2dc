import type { Page } from '@playwright/test';

/**
 * Does to the page what a browser's translation does, now and to whatever appears later: each text is replaced by another text
 * node in two elements of its own.
 */
export async function translate(page: Page): Promise<void> {
  // A part of the page that loads on its own is hydrated last, and React remarks on texts that were replaced before.
  await page.waitForFunction(() => {
    const part = document.querySelector('main :is(form, section, article, p)');
    return part !== null && Object.keys(part).some((key) => key.startsWith('__reactProps'));
  });
  await page.evaluate(() => {
    const skipped = 'font, script, style, noscript, textarea, select, svg, title';
    const replace = (text: Node) => {
      if (!text.textContent?.trim() || text.parentElement?.closest(skipped)) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.textContent;
      outer.append(inner);
      text.parentNode?.replaceChild(outer, text);
    };
    const replaceIn = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : [];
      while (texts.nextNode()) found.push(texts.currentNode);
      found.forEach(replace);
    };
    replaceIn(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes) {
        addedNodes.forEach(replaceIn);
        if (target.nodeType === Node.TEXT_NODE) replace(target);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}
