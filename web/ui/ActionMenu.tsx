import { Trans } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { buttonStyle } from './button-style.ts';
import { Icon } from './Icon.tsx';
import { useDismiss } from './use-dismiss.ts';

/**
 * A menu button after the ARIA pattern, for the actions of an entry beside its main one. Arrow keys, Home, End and first
 * letters move in it, Escape closes it. The button has the focus again before an action runs, so a dialog returns it there.
 * `children` are `MenuAction`s, or links with the props of `menuLink`.
 */
export function ActionMenu({ about, children }: { about: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const within = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const isFromEnd = useRef(false);
  useDismiss({ isOpen, within, opener, onDismiss: () => setOpen(false) });
  useEffect(() => {
    if (isOpen)
      itemsOf(menu.current)
        .at(isFromEnd.current ? -1 : 0)
        ?.focus();
  }, [isOpen]);
  const open = (fromEnd: boolean) => {
    isFromEnd.current = fromEnd;
    setOpen(true);
  };
  const close = () => {
    opener.current?.focus();
    setOpen(false);
  };
  return (
    <div className="relative" ref={within}>
      <button
        aria-controls={isOpen ? `${id}menu` : undefined}
        aria-expanded={isOpen}
        aria-haspopup="menu"
        className={`${buttonStyle('quiet', 'small')} whitespace-nowrap`}
        id={id}
        onClick={() => (isOpen ? close() : open(false))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowUp');
        }}
        ref={opener}
        type="button"
      >
        <Trans>
          More
          <span className="sr-only"> for {about}</span>
        </Trans>
        <Icon className={`-me-1 size-4 transition ${isOpen ? 'rotate-180' : ''}`} name="down" />
      </button>
      {isOpen && (
        <div
          aria-labelledby={id}
          className="absolute top-full end-0 z-20 mt-1 w-max max-w-[min(20rem,calc(100vw-3rem))] min-w-44 animate-appear rounded-md border border-line-strong bg-surface p-1 shadow-over"
          id={`${id}menu`}
          onClick={close}
          onKeyDown={(event) => (event.key === 'Tab' ? close() : moveFocus(event, menu.current))}
          ref={menu}
          role="menu"
          tabIndex={-1}
        >
          {children}
        </div>
      )}
    </div>
  );
}

const itemStyle =
  'flex min-h-10 w-full items-center rounded-sm px-3 py-2 text-start leading-tight font-semibold transition hover:bg-sunken focus:bg-sunken pointer-coarse:min-h-11 max-sm:min-h-11';

/** The props that make a link an entry of a menu. */
export const menuLink = { className: itemStyle, role: 'menuitem', tabIndex: -1 } as const;

/** An entry of a menu that does something. */
export function MenuAction({
  isDangerous = false,
  onSelect,
  children,
}: {
  isDangerous?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <button
      className={`${itemStyle} ${isDangerous ? 'text-red' : ''}`}
      onClick={onSelect}
      role="menuitem"
      tabIndex={-1}
      type="button"
    >
      {children}
    </button>
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

function moveFocus(event: KeyboardEvent, menu: HTMLElement | null): void {
  const items = itemsOf(menu);
  const present = items.findIndex((item) => item.matches(':focus'));
  const next = nextItem(event.key, items, present);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The item that a key leads to: a neighbour, an end, or the next one that begins with that letter. */
function nextItem(key: string, items: HTMLElement[], present: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(present + 1) % items.length];
  if (key === 'ArrowUp') return items.at(present - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  return [...items.slice(present + 1), ...items].find((item) =>
    item.textContent.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase()),
  );
}
