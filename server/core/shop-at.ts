import type { BlogPostContent } from '#contract/blog/blog.ts';
import { ownText } from '#contract/shop/owned-text.ts';
import type { PublicShop } from '#contract/shop/shop.ts';
import type { LoadedShop } from './loaded-shop.ts';

/** What pages know of the shop on a day: whether the blog has posts that are shown, and the announcement of the day. */
export function shopAt(shop: LoadedShop, now: Date): PublicShop {
  const { from = '', until = '9999' } = shop.bannerDays ?? {};
  const today = dayIn(shop.public.timeZone, now);
  const isShown = from <= today && today <= until;
  return {
    ...shop.public,
    ...(postsAt(shop, now).length > 0 && { blog: 'posts' }),
    ...(!isShown && { banner: undefined }),
  };
}

/**
 * The posts of the blog that are shown on a day, newest first, each in the version that readers of a language get.
 * @param wanted the tag of the language; missing: the first one of the shop
 */
export function postsAt(shop: LoadedShop, now: Date, wanted = firstOf(shop)): BlogPostContent[] {
  const today = dayIn(shop.public.timeZone, now);
  const posts = shop.blog.flatMap(({ versions }) => {
    const shown = versions.filter(({ date }) => date <= today);
    if (shown.length === 0) return [];
    const tag = ownText(Object.fromEntries(shown.map(({ lang }) => [lang, lang])), wanted);
    return shown.filter(({ lang }) => lang === tag);
  });
  return posts.sort((a, b) => b.date.localeCompare(a.date) || a.name.localeCompare(b.name));
}

const firstOf = ({ public: { languages } }: LoadedShop) => languages[0]?.tag ?? 'en';

/** The day as `2027-03-31`, which is how Swedish writes it. */
function dayIn(timeZone = 'UTC', now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
}
