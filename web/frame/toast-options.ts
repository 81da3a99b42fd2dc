import { toastMs } from '#contract/constants.ts';

/** How long each kind of toast is shown (specification, section 9). */
export const toastOptions = {
  duration: toastMs.default,
  success: { duration: toastMs.success },
  error: { duration: toastMs.error },
} as const;
