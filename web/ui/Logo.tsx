import { currentShop } from './current-shop.ts';

/** The repeat sign: thick bar, thin bar, two dots. The same shapes as logo.svg, in the current text colour. */
export function LogoMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={`shrink-0 fill-current ${className}`} viewBox="0 0 32 32">
      <rect height="26" rx="1" width="7" x="4" y="3" />
      <rect height="26" rx=".75" width="2.25" x="14.5" y="3" />
      <circle cx="23.5" cy="11.25" r="3.25" />
      <circle cx="23.5" cy="20.75" r="3.25" />
    </svg>
  );
}

/**
 * Mark and name. On walnut the mark is a lighter brass. A shop with a logo of its own, or a long name, has rules for `.shop-logo`
 * in its style sheet (`server/config/shop/logo-rules.ts`), so that scripts know nothing of it.
 */
export function Logo({ onWalnut = false }: { onWalnut?: boolean }) {
  return (
    <span className="shop-logo inline-flex items-center gap-1.5">
      <LogoMark className={`size-8 ${onWalnut ? 'text-brass-on-walnut' : 'text-brass'}`} />
      <span className="font-display text-[1.625rem] leading-none font-semibold tracking-tight">
        {currentShop().name}
      </span>
    </span>
  );
}
