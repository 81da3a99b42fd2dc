const entry =
  'relative flex min-h-11 w-full items-center gap-1.5 rounded-md px-3 font-medium transition hover:bg-sunken aria-busy:opacity-65 aria-[current=page]:after:absolute aria-[current=page]:after:bg-brass';

/** An entry in a list of links. A brass line marks the current page. */
export const rowStyle = `${entry} after:inset-y-2.5 after:left-0 after:w-0.5`;

/** An entry of the side menu: in a strip with the line below on small screens, in rows on wide ones. */
export const sideStyle = `${entry} whitespace-nowrap max-lg:after:inset-x-3 max-lg:after:bottom-1 max-lg:after:h-0.5 lg:after:inset-y-2.5 lg:after:left-0 lg:after:w-0.5`;

/** An entry of the navigation bar, link or button: in rows on small screens, with the line below on wide ones. */
export const barStyle = `${entry} md:w-auto max-md:after:inset-y-2.5 max-md:after:left-0 max-md:after:w-0.5 md:after:inset-x-3 md:after:bottom-1.5 md:after:h-0.5`;
