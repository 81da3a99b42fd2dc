import { type ReactNode, useId, useState } from 'react';
import { Icon } from './Icon.tsx';

/** A heading that opens and closes what is under it. `level` fits it into the page's headings. */
export function Disclosure({
  title,
  level = 2,
  isOpenAtFirst = false,
  children,
}: {
  title: string;
  level?: 2 | 3;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const Heading = `h${level}` as const;
  return (
    <div className="border-b border-line">
      <Heading className="text-subheading">
        <button
          aria-controls={`${id}-region`}
          aria-expanded={isOpen}
          className="group flex min-h-16 w-full items-center gap-4 py-4 text-left transition hover:text-brass"
          id={`${id}-button`}
          onClick={() => setIsOpen(!isOpen)}
          type="button"
        >
          <span className="flex-1">{title}</span>
          <Icon
            className={`size-5 text-brass transition duration-(--motion-calm) ${isOpen ? 'rotate-180' : ''}`}
            name="down"
          />
        </button>
      </Heading>
      <section
        aria-labelledby={`${id}-button`}
        className="animate-rise pb-8"
        hidden={!isOpen}
        id={`${id}-region`}
      >
        {children}
      </section>
    </div>
  );
}
