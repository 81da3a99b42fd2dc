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
  size = 'large',
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
  /** `small` is one line where there is room, with the teaser beside the title. */
  size?: 'large' | 'small';
  isOpenAtFirst?: boolean;
  children: ReactNode;
}) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  const style = styles[size];
  return (
    // The user may have opened it before hydration, so `open` may differ from the server's HTML.
    <details className="group border-b border-line" open={isOpenAtFirst} suppressHydrationWarning>
      <summary
        className={`flex list-none gap-4 [&::-webkit-details-marker]:hidden ${style.summary}`}
      >
        {mark}
        <div className={`min-w-0 max-w-prose flex-1 ${style.title}`}>
          <Heading
            className={`transition group-open:text-brass in-[summary:hover]:text-brass ${style.heading}`}
            id={titleId}
          >
            {title}
          </Heading>
          {teaser !== undefined && <p className={`text-muted ${style.teaser}`}>{teaser}</p>}
        </div>
        <Icon
          className={`ms-auto size-5 shrink-0 text-brass transition duration-(--motion-calm) group-open:rotate-180 ${style.icon}`}
          name="down"
        />
      </summary>
      {/* Sent to the answer, one wants to see its question as well, below the bar. */}
      <section
        aria-labelledby={titleId}
        className={`outline-none group-open:animate-rise ${style.content}`}
        id={id}
      >
        {children}
      </section>
    </details>
  );
}

const styles = {
  large: {
    summary: 'items-start py-6 md:gap-8 md:py-8',
    title: '',
    heading: '',
    teaser: 'mt-2',
    icon: 'mt-1.5',
    content: 'scroll-mt-72 pb-12 md:scroll-mt-56',
  },
  small: {
    summary: 'items-center py-4',
    title: 'flex flex-wrap items-baseline gap-x-3',
    heading: 'text-subheading',
    teaser: 'text-sm',
    icon: '',
    content: 'scroll-mt-40 pb-6',
  },
} as const;
