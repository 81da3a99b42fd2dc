import { paths } from '#contract/page-paths.ts';
import { ownText } from '#contract/shop/owned-text.ts';
import { daysToReturn } from '#contract/shop/return-days.ts';
import { plural, t } from '#contract/text.ts';
import { absolute, type Head } from '../../routing/head.ts';
import { currentShop } from '../../ui/current-shop.ts';

/** The head of the home page: a line of its own, and who the shop is for search engines. */
export function homeHead({ origin }: { origin: string }): Head {
  const { name, description, home } = currentShop();
  const returnDays = daysToReturn();
  const line =
    (home?.title && ownText(home.title).replace(/\.$/, '')) ??
    t`second-hand instruments, ready for their next song`;
  return {
    title: t`${name}: ${{ value: line }}`,
    description:
      (description && ownText(description)) ??
      t`A marketplace for second-hand musical instruments: brass, keyboard, woodwind, string and percussion from the people who played them. Safe payment, and ${plural(returnDays, { one: '# day', other: '# days' })} to return.`,
    path: paths.home(),
    ...(import.meta.env.SSR && {
      forPrograms: {
        statements: [
          { '@type': 'WebSite', name, url: `${origin}${paths.home()}` },
          ...organization(origin),
        ],
      },
    }),
  };
}

/** Only for an owner who says how to reach the shop. */
function organization(origin: string): object[] {
  const { name, logo, contact, socialLinks } = currentShop();
  if (!contact && socialLinks.length === 0) return [];
  const { email, telephone, address } = contact ?? {};
  return [
    {
      '@type': 'Organization',
      name,
      url: `${origin}${paths.home()}`,
      ...(logo && { logo: absolute(logo.address, origin) }),
      ...(email && { email }),
      ...(telephone && { telephone }),
      ...(address && { address: address.join(', ') }),
      ...(socialLinks.length > 0 && { sameAs: socialLinks.map(({ url }) => url) }),
    },
  ];
}
