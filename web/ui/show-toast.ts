/**
 * Shows a toast, from a script of the first page: it does without the library of toasts, which is loaded by then or now.
 * If it cannot be loaded the message is lost: an error stands on the page too.
 */
export function showToast(kind: 'success' | 'error', message: string): void {
  import('react-hot-toast/headless').then(
    ({ toast }) => toast[kind](message),
    () => undefined,
  );
}
