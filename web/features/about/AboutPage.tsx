import type { ReactNode } from 'react';
import type { AboutSection } from '#contract/page-paths.ts';
import { defaultShop } from '#contract/shop/default-shop.ts';
import { daysToReturn } from '#contract/shop/return-days.ts';
import { plural, t } from '#contract/text.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { phoneAddress } from '../../ui/format.ts';

/** About the shop. The operator replaces these texts; until then they promise nothing that is not true. */
export function AboutPage() {
  const { name, logo, socialLinks } = currentShop();
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
        <Contact />
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
      {socialLinks.length > 0 && (
        <Section id="elsewhere" title={t`Elsewhere`}>
          <ul>
            {socialLinks.map((link) => (
              <li key={link.url}>
                <a href={link.url} rel="me">
                  {link.name}
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

/** Of whom to ask what, as far as the owner has said it. */
function Contact() {
  const { email, telephone, address = [] } = currentShop().contact ?? {};
  return (
    <>
      <p>{t`Questions about an instrument are answered by its seller: ask on its page.`}</p>
      {address.length > 0 && <p className="whitespace-pre-line">{address.join('\n')}</p>}
      {email && (
        <p>
          <a href={`mailto:${email}`}>
            <bdi dir="ltr">{email}</bdi>
          </a>
        </p>
      )}
      {telephone && (
        <p>
          <a href={phoneAddress(telephone)}>
            <bdi dir="ltr">{telephone}</bdi>
          </a>
        </p>
      )}
    </>
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
