const variants = {
  primary: 'button-primary',
  quiet: 'button-quiet',
  danger: 'button-danger',
  quietDanger: 'button-quiet-danger',
  onWalnut: 'button-on-walnut',
  link: 'button-link',
} as const;

export type ButtonVariant = keyof typeof variants;
export type ButtonSize = 'small' | 'medium' | 'large';

/** The classes of a button, for links that look like one: `<Link className={buttonStyle('primary')}>`. */
export function buttonStyle(variant: ButtonVariant = 'quiet', size: ButtonSize = 'medium'): string {
  return `button ${variants[variant]} button-${size}`;
}
