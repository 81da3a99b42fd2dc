/** The outline of a violin's body, upright around x = 80; also the hollow in the empty case. */
export const violinBody =
  'M80 45C94 45 100 51 100 59C100 63 98 65 99 68C93 71 93 78 100 82C105 86 106 90 106 95C106 108 95 115 80 115C65 115 54 108 54 95C54 90 55 86 60 82C67 78 67 71 61 68C62 65 60 63 60 59C60 51 66 45 80 45Z';

/** An upright violin, for the category tile and the banner. Needs a surrounding `Pen`. */
export function Violin() {
  return (
    <>
      <path className="fill-(--drawing)" d={violinBody} />
      <path className="fill-(--drawing)" d="M77 12h6v36h-6z" />
      <path className="fill-(--drawing-accent)" d="M77 17h6l2.5 58h-11z" strokeWidth="2" />
      <circle className="fill-(--drawing)" cx="80" cy="8" r="6" />
      <path d="M80 8a2 2 0 11-2.5 2" strokeWidth="1.75" />
      <path d="M71 17h18M72 23h16" strokeWidth="3.5" />
      <path
        d="M69.5 73c-3-1-4 2-2 4s1 8-1 9c-2 .5-3-2-1-3M90.5 73c3-1 4 2 2 4s-1 8 1 9c2 .5 3-2 1-3"
        strokeWidth="2"
      />
      <path className="fill-(--drawing)" d="M71 86c6-3 12-3 18 0v2.5H71z" strokeWidth="1.75" />
      <path className="fill-(--drawing-accent)" d="M76 94h8l2 15H74z" strokeWidth="2" />
      <path d="M80 19v75" strokeWidth=".9" />
    </>
  );
}
