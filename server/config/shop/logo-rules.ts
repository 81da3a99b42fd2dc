import type { ShopLogo } from '#contract/shop/shop.ts';

const height = 36;
const widest = 160;
/** Names that are longer are written in up to three lines. */
const longName = 16;
/** Names that are longer do not fit beside the buttons of the navigation bar of a phone in the usual size. */
const shortName = 7;

/** The rules of the style sheet that put the owner's logo in the place of the drawn sign, and fit the name (`web/ui/Logo.tsx`). */
export function logoRules(name: string, logo: ShopLogo | undefined): string[] {
  const { length } = name;
  return [
    ...(logo ? pictureRules(logo) : []),
    ...(length > longName ? longNameRules : length > shortName ? [phoneRule(length)] : []),
  ];
}

/** What the sign, the gap and the buttons of the navigation bar leave of the width, divided by that of a letter. */
const phoneRule = (length: number) =>
  `@media (max-width:47.99rem){header .shop-logo>span{font-size:clamp(.8rem,(100vw - 16.5rem)/${(length / 2).toFixed(1)},1.625rem)}}`;

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
  '.shop-logo>span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;max-width:max(100vw - 16.5rem,5.5rem);font-size:.875rem;line-height:1.2;overflow-wrap:anywhere}',
  '@media (min-width:48rem){.shop-logo>span{max-width:15rem}}',
];
