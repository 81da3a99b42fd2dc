const entry =
  'relative flex min-h-11 w-full items-center gap-1.5 rounded-md px-3 font-medium transition hover:bg-sunken aria-busy:opacity-65 aria-[current=page]:after:absolute aria-[current=page]:after:bg-brass';

/** An entry in a list of links, such as the side menu. A brass line marks the current page. */
export const rowStyle = `${entry} after:inset-y-2.5 after:start-0 after:w-0.5`;

/** An entry of the navigation bar, link or button: in rows on small screens, with the line below on wide ones. */
export const barStyle = `${entry} md:w-auto md:max-lg:px-2 max-md:after:inset-y-2.5 max-md:after:start-0 max-md:after:w-0.5 md:after:inset-x-3 md:after:bottom-1.5 md:after:h-0.5`;
