const variants = {
  primary:
    'bg-brass-metal text-on-brass border-brass-edge shadow-[inset_0_-2px_0_0_var(--color-brass-edge)] hover:bg-brass-bright active:shadow-none active:translate-y-px',
  quiet:
    'bg-surface text-ink border-line-strong hover:bg-sunken hover:border-ink active:translate-y-px',
  danger: 'bg-red-metal text-on-red border-red-metal hover:brightness-90 active:translate-y-px',
  quietDanger:
    'bg-surface text-red border-line-strong hover:bg-red-tint hover:border-red active:translate-y-px',
  onWalnut:
    'bg-transparent text-on-walnut border-on-walnut-muted hover:bg-walnut-line active:translate-y-px',
  link: 'border-transparent text-brass underline underline-offset-4 decoration-1 hover:decoration-2',
} as const;

/** Small buttons are for table rows with a mouse; on touch screens they have the full height. */
const sizes = {
  small: 'min-h-9 px-3 py-1 text-sm max-sm:min-h-11 pointer-coarse:min-h-11 gap-1.5',
  medium: 'min-h-11 px-5 py-2 gap-2',
  large: 'min-h-13 px-7 py-2 text-lg gap-2.5',
} as const;

export type ButtonVariant = keyof typeof variants;
export type ButtonSize = keyof typeof sizes;

/** The classes of a button, for links that look like one: `<Link className={buttonStyle('primary')}>`. */
export function buttonStyle(variant: ButtonVariant = 'quiet', size: ButtonSize = 'medium'): string {
  return `relative inline-flex max-w-full items-center justify-center rounded-md border font-semibold leading-tight text-center wrap-anywhere transition select-none aria-disabled:cursor-default not-aria-busy:aria-disabled:opacity-60 aria-busy:no-underline ${variants[variant]} ${sizes[size]}`;
}
