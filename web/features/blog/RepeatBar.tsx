/** Decoration: a repeat sign as tall as the answer. Its dots stay in view while scrolling. */
export function RepeatBar() {
  return (
    <div
      aria-hidden="true"
      className="hidden w-16 shrink-0 justify-end gap-1 py-1 text-brass-metal sm:flex lg:w-56"
    >
      <span className="w-1.5 rounded-sm bg-current" />
      <span className="w-px bg-current" />
      <span className="sticky top-1/2 flex flex-col gap-2 self-start py-8 pl-1">
        <span className="size-2 rounded-full bg-current" />
        <span className="size-2 rounded-full bg-current" />
      </span>
    </div>
  );
}
