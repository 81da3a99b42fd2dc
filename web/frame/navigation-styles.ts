const entry =
  'relative flex min-h-11 w-full items-center gap-1.5 rounded-md px-3 font-medium transition hover:bg-sunken aria-busy:opacity-65 aria-[current=page]:after:absolute aria-[current=page]:after:bg-brass';

/** How an entry of a list of links looks. The page that is shown has a brass line before it. */
export const rowStyle = `${entry} after:inset-y-2.5 after:left-0 after:w-0.5`;

/** How the entries of a side menu look: a strip on a small screen, with the line below, and rows on a wide one. */
export const sideStyle = `${entry} whitespace-nowrap max-lg:after:inset-x-3 max-lg:after:bottom-1 max-lg:after:h-0.5 lg:after:inset-y-2.5 lg:after:left-0 lg:after:w-0.5`;

/** How the entries of the navigation bar look, links and buttons alike: rows on a small screen, on a wide one with the line below. */
export const barStyle = `${entry} md:w-auto max-md:after:inset-y-2.5 max-md:after:left-0 max-md:after:w-0.5 md:after:inset-x-3 md:after:bottom-1.5 md:after:h-0.5`;
