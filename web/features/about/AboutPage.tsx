import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type AboutSection, paths } from '#contract/page-paths.ts';
import { defaultShop } from '#contract/shop/default-shop.ts';
import { daysToReturn } from '#contract/shop/return-days.ts';
import { plural, t } from '#contract/text.ts';
import { currentShop } from '../../ui/current-shop.ts';

/** About the shop. The operator replaces these texts; until then they promise nothing that is not true. */
export function AboutPage() {
  const { name, logo } = currentShop();
  const software = defaultShop.name;
  const isDefault = name === software;
  const returnDays = daysToReturn();
  return (
    <div className="mx-auto max-w-page px-4 py-12 md:py-20">
      <h1>{t`About us`}</h1>
      <div className="prose mt-6">
        <p className="text-lg">
          {isDefault
            ? t`A reprise is the passage that is played again. This shop is for instruments that deserve one: played before, looked after, and passed on from one musician to the next.`
            : t`This shop is for instruments that deserve a second life: played before, looked after, and passed on from one musician to the next.`}
        </p>
        <p>
          {t`Sellers list what they no longer play and say plainly what condition it is in. Buyers book an instrument, which reserves it for them, pay by card, and have ${plural(returnDays, { one: '# day', other: '# days' })} to return it for a full refund. If the seller contests a return, the shop decides. Sellers with a seal are ones we have verified.`}
        </p>
        <p>
          {t`${software} is open source under the MIT licence. Whoever runs a shop with it is its operator and writes this page.`}
        </p>
      </div>
      <Section id="contact" title={t`Contact`}>
        <p>
          {t`The operator of this shop has not published an address yet. It belongs here: a name, a street address and an email address that somebody reads.`}
        </p>
      </Section>
      <Section id="jobs" title={t({ message: 'Jobs', context: 'at the shop' })}>
        <p>
          {t`There are no open positions. If you repair, tune or photograph instruments, check back later: that is the help a shop like this one needs first.`}
        </p>
      </Section>
      <Section id="press-kit" title={t`Press kit`}>
        <p>
          {[
            isDefault
              ? t`The name is ${name}, with a capital R and no article.`
              : t`The name is ${name}.`,
            !logo &&
              t`The mark is the repeat sign of musical notation: a thick bar, a thin bar, two dots. Use it in one colour, on a plain ground, with as much room around it as the thick bar is wide, twice over.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </Section>
      <Section id="elsewhere" title={t`Elsewhere`}>
        <p>
          <Trans>
            This shop has no accounts on Instagram, YouTube, and Mastodon yet. New instruments
            appear first on the <Link to={paths.home()}>home page</Link>, and longer articles on the{' '}
            <Link to={paths.blog()}>blog</Link>.
          </Trans>
        </p>
      </Section>
    </div>
  );
}

function Section({
  id,
  title,
  children,
}: {
  id: AboutSection;
  title: string;
  children: ReactNode;
}) {
  return (
    <section className="mt-12 grid gap-4 border-t border-line pt-8 md:grid-cols-[1fr_2fr] md:gap-12">
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <div className="prose">{children}</div>
    </section>
  );
}
