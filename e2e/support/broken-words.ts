import type { Locator } from '@playwright/test';

/** The words of at most 20 characters in these elements that go over more than one line. A longer one may be broken. */
export function brokenWords(elements: Locator): Promise<string[]> {
  return elements.evaluateAll((roots) =>
    roots.flatMap((root) => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const isHidden = text.parentElement?.closest('.sr-only');
        for (const { index, 0: word } of isHidden
          ? []
          : (text.textContent ?? '').matchAll(/[^\s\-–/]+/g)) {
          if (word.length > 20) continue;
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
      return broken;
    }),
  );
}
