/** Google's G in four colours. Decorative. */
export function GoogleMark() {
  return (
    <svg
      aria-hidden="true"
      className="size-5 shrink-0 fill-none"
      strokeWidth="4"
      viewBox="0 0 24 24"
    >
      <path d="M19.4 7.2A8.8 8.8 0 005.1 6.5" stroke="#ea4335" />
      <path d="M5.1 6.5a8.8 8.8 0 000 11" stroke="#fbbc05" />
      <path d="M5.1 17.5a8.8 8.8 0 0012.4 1.4" stroke="#34a853" />
      <path d="M17.5 18.9A8.8 8.8 0 0020.8 12H12" stroke="#4285f4" />
    </svg>
  );
}
