import type { Page } from '@playwright/test';

/**
 * Does to the page what a browser's translation does, now and to whatever appears later: each text is replaced by another text
 * node in two elements of its own.
 */
export function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
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
