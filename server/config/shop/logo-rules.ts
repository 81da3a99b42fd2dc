import type { ShopLogo } from '#contract/shop.ts';

const height = 36;
const widest = 160;
/** Names that are longer are written smaller, in up to three lines, so that the navigation bar keeps its height. */
const longName = 16;

/** The rules of the style sheet that put the owner's logo in the place of the drawn sign (`web/ui/Logo.tsx`). */
export function logoRules(name: string, logo: ShopLogo | undefined): string[] {
  return [...(logo ? pictureRules(logo) : []), ...(name.length > longName ? longNameRules : [])];
}

function pictureRules({ width, height: own, address, onDark, includesName }: ShopLogo): string[] {
  const shown = Math.min(widest, Math.round((height * width) / own));
  const dark = `background-image:url(${(onDark ?? { address }).address})`;
  return [
    '.shop-logo>svg{display:none}',
    `.shop-logo::before{content:"";flex:none;width:${shown}px;height:${height}px;background:url(${address}) center/contain no-repeat}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme]) .shop-logo::before{${dark}}}`,
    `:root[data-theme=dark] .shop-logo::before,.on-walnut .shop-logo::before{${dark}}`,
    ...(includesName
      ? [
          '.shop-logo{position:relative}',
          '.shop-logo>span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}',
        ]
      : []),
  ];
}

const longNameRules = [
  '.shop-logo>span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;max-width:calc(100vw - 14.5rem);font-size:.875rem;line-height:1.2;overflow-wrap:anywhere}',
  '@media (min-width:40rem){.shop-logo>span{max-width:15rem}}',
];
