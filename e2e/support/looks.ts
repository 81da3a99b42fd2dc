import type { Page } from '@playwright/test';

export const themes = ['light', 'dark'] as const;
export const widths = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } };

export interface Look {
  theme: (typeof themes)[number];
  size: keyof typeof widths;
}

/** Every way in which a page must look right: both themes at both widths. */
export const looks: readonly Look[] = themes.flatMap((theme) => [
  { theme, size: 'phone' as const },
  { theme, size: 'desk' as const },
]);

/** Gives the page a theme (the system's, not one that was chosen) and a width. */
export async function wear(page: Page, { theme, size }: Look): Promise<void> {
  await page.setViewportSize(widths[size]);
  await page.emulateMedia({ colorScheme: theme });
}
