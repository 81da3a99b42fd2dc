import type { Page } from '@playwright/test';

const viewports = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
};

export interface Appearance {
  theme: 'light' | 'dark';
  viewport: keyof typeof viewports;
}

export const lightDesktop: Appearance = { theme: 'light', viewport: 'desktop' };

/** Both themes on both viewports. Each step changes one of the two, because another viewport needs a new layout. */
export const appearances: readonly Appearance[] = [
  { theme: 'dark', viewport: 'phone' },
  { theme: 'light', viewport: 'phone' },
  lightDesktop,
  { theme: 'dark', viewport: 'desktop' },
];

/** Sets the viewport and the theme of the system (not one chosen in the page). */
export async function setAppearance(page: Page, { theme, viewport }: Appearance): Promise<void> {
  await page.setViewportSize(viewports[viewport]);
  await page.emulateMedia({ colorScheme: theme });
  await endAnimations(page);
}

/**
 * Ends what fades or moves, and lets nothing begin to: the colours of some elements change over 150 ms, a toast may go at any
 * time, and axe must not measure in between.
 */
export async function endAnimations(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    // Two frames, in which what has changed begins to fade. An animation counts them also where a story sets the clock.
    await document.documentElement.animate(null, 34).finished;
    for (const animation of document.getAnimations()) {
      const isEndless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      if (animation.playState === 'running' && !isEndless) animation.finish();
    }
  });
}
