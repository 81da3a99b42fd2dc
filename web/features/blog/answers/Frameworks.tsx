import { Trans } from '@lingui/react/macro';
import { t } from '#contract/text.ts';
import { CodeSample } from '../CodeSample.tsx';

export function Frameworks() {
  return (
    <>
      <p>
        {t`Ten years ago these were three theories of the user interface. They have since read each other’s homework. Components are agreed upon, TypeScript is, and so is the idea that the framework and not the programmer should work out what to redraw. What differs is how much of the rest is decided when you arrive. Here is one wishlist heart, three times:`}
      </p>
      <CodeSample of={t`The wishlist heart in React`}>{react}</CodeSample>
      <CodeSample of={t`The wishlist heart in Angular`}>{angular}</CodeSample>
      <CodeSample of={t`The wishlist heart in Vue`}>{vue}</CodeSample>
      <p>
        <Trans>
          <strong>React</strong> is a function from data to markup and a strong opinion about which
          way data flows: down as a property, up as a callback. When something changes, the function
          runs again; the React Compiler can now skip the parts that would give the same result,
          which ends most of the hand-made memoisation. It decides little else. Router, data, forms
          and styling are yours to choose, and to go on choosing for as long as the product lives.
          Its ecosystem is the largest, in both senses: there is a part for everything, and there
          are five of each.
        </Trans>
      </p>
      <p>
        <Trans>
          <strong translate="no">Angular</strong> decides nearly all of it: router, forms, HTTP,
          injection, tests and the folder in which the next file goes. Signals have replaced much of
          the ceremony, and new projects no longer load Zone.js. Its best feature is one that demos
          do not show: <code>ng update</code> carries a large code base from version to version with
          migrations that rewrite the code. The price is a bigger vocabulary in the first month.
        </Trans>
      </p>
      <p>
        <Trans>
          <strong>Vue</strong> sits between them and is the kindest to read. A component is one file
          in which HTML looks like HTML; reactivity tracks what was used, so there are no lists of
          dependencies to maintain; router and store come from the same house without being forced
          on you. It is also the one to sprinkle over pages that a server already renders. The
          community is smaller, and for the odd widget you will write your own.
        </Trans>
      </p>
      <p>{t`What we would pick, then:`}</p>
      <ul>
        <li>
          <Trans>
            Forty developers in six teams, an internal system for ten years:{' '}
            <strong translate="no">Angular</strong>. Being alike is worth more than being free.
          </Trans>
        </li>
        <li>
          <Trans>
            A small team, a designer who writes HTML, a product due in spring: <strong>Vue</strong>.
          </Trans>
        </li>
        <li>
          <Trans>
            A team with strong habits of its own, unusual parts to integrate, or a mobile
            application to share people with: <strong>React</strong>.
          </Trans>
        </li>
      </ul>
      <p>
        {t`This shop is made with React, and we would not defend that to the death. What visitors feel here, how soon the first trumpet appears and whether the page jumps under a thumb, comes from picture sizes, caching, HTML sent by the server, and the discipline to load little script. None of the three gives you those, and none prevents them. If your application is slow, changing the framework is the most expensive way to avoid opening the profiler.`}
      </p>
    </>
  );
}

const react = `function Heart({ isWished, onChange }) {
  return (
    <button
      aria-pressed={isWished}
      onClick={() => onChange(!isWished)}
    >
      Wishlist
    </button>
  );
}`;

const angular = `@Component({
  selector: 'wish-heart',
  template: \`
    <button
      [attr.aria-pressed]="isWished()"
      (click)="turn()"
    >
      Wishlist
    </button>\`,
})
export class WishHeart {
  readonly isWished = model(false);
  turn() {
    this.isWished.update((wished) => !wished);
  }
}`;

const vue = `<script setup>
const isWished = defineModel({ type: Boolean });
</script>

<template>
  <button
    :aria-pressed="isWished"
    @click="isWished = !isWished"
  >
    Wishlist
  </button>
</template>`;
