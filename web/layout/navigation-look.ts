/** How the entries of the navigation bar look, links and buttons alike. The page that is shown has a brass line. */
export const navigationLook =
  'relative flex min-h-11 w-full items-center gap-1.5 rounded-md px-3 font-medium transition hover:bg-sunken aria-busy:opacity-65 after:absolute after:inset-x-3 after:bottom-1.5 after:h-0.5 aria-[current=page]:font-semibold aria-[current=page]:after:bg-brass md:w-auto';
