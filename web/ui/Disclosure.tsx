import { type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

/**
 * A heading that expands and collapses its content with <details>, so it works without JavaScript, and a URL ending
 * in `#id` (or a find-in-page match) opens it. `level` is the heading level.
 */
export function Disclosure({
  id,
  title,
  mark,
  teaser,
  level = 2,
  isOpenAtFirst = false,
  children,
}: {
  /**
   * The id of the content. It must be on an element inside <details>: browsers open the ancestors of a fragment's
   * target.
   */
  id: string;
  title: string;
  /** An ornament before the title, such as a numeral. */
  mark?: ReactNode;
  /** Text under the title that is visible while collapsed. */
  teaser?: string;
  level?: 2 | 3;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    // The user may have opened it before hydration, so `open` may differ from the server's HTML.
    <details className="group border-b border-line" open={isOpenAtFirst} suppressHydrationWarning>
      <summary className="flex list-none items-start gap-4 py-6 md:gap-8 md:py-8 [&::-webkit-details-marker]:hidden">
        {mark}
        <div className="min-w-0 max-w-prose flex-1">
          <Heading
            className="transition group-open:text-brass in-[summary:hover]:text-brass"
            id={titleId}
          >
            {title}
          </Heading>
          {teaser !== undefined && <p className="mt-2 text-muted">{teaser}</p>}
        </div>
        <Icon
          className="mt-1.5 ml-auto size-5 text-brass transition duration-(--motion-calm) group-open:rotate-180"
          name="down"
        />
      </summary>
      {/* Sent to the answer, one wants to see its question as well, below the bar. */}
      <section
        aria-labelledby={titleId}
        className="scroll-mt-72 pb-12 outline-none group-open:animate-rise md:scroll-mt-56"
        id={id}
      >
        {children}
      </section>
    </details>
  );
}
