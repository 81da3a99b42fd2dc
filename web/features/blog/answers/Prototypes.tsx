import { Trans } from '@lingui/react/macro';
import { t } from '#contract/text.ts';
import { CodeSample } from '../CodeSample.tsx';

export function Prototypes() {
  return (
    <>
      <p>
        <Trans>
          In a language with classical inheritance a class is a mould and objects are castings. In
          JavaScript there is no mould. There are objects, and each has one hidden link, its{' '}
          <em>prototype</em>, to another object or to <code>null</code>. Reading a property means:
          look here; if it is missing, follow the link and look there; stop at the end. That chain
          is the entire mechanism.
        </Trans>
      </p>
      <CodeSample of={t`An object that borrows a method from its prototype`}>{linking}</CodeSample>
      <p>
        <Trans>
          Two details do the work. The method exists once, however many cornets we stock. And{' '}
          <code>this</code> is decided by the call, not by where the function was found: it is the
          object left of the dot. Borrowed code, own data.
        </Trans>
      </p>
      <p>
        <Trans>
          Writing is not symmetrical to reading. Assigning <code>cornet.describe</code> ordinarily
          makes an own property that hides the inherited one; the prototype is untouched. (A setter
          or a read-only property further up the chain changes that.) So an inherited number can be
          “changed” safely, while an inherited <em>array</em> cannot: pushing to it writes nothing
          to the cornet, it alters the one list which all of them share. Put behaviour on prototypes
          and data on instances, and this trap stays shut.
        </Trans>
      </p>
      <p>
        <Trans>
          <code>class</code> arranges the same links. Methods go to the object called{' '}
          <code>Trumpet.prototype</code>, <code>new</code> makes an object linked to it, and{' '}
          <code>extends</code> links the two prototypes, and the two constructors as well, so that
          static methods are inherited too. It adds real things on top, private <code>#fields</code>{' '}
          above all. Use it. Reach for <code>Object.create</code> when you want to explain what
          happens, or when you want an object with no prototype at all.
        </Trans>
      </p>
      <p>
        {t`Why should a working engineer care, if classes hide it? Because the chain is there when you did not ask for it. A shop that keeps its shelves in a plain object has this bug:`}
      </p>
      <CodeSample of={t`A name from the address bar that finds more than it should`}>
        {shelves}
      </CodeSample>
      <p>
        <Trans>
          Somebody opens <code>/category/constructor</code>, the lookup succeeds, and instead of “no
          such category” the server answers with an error from three calls deeper. The hostile
          sister of this bug is prototype pollution: a naive deep merge of parsed JSON that walks
          into a key called <code>__proto__</code> and writes to the object from which nearly every
          other object inherits.
        </Trans>
      </p>
      <p>{t`Three habits are enough against both:`}</p>
      <ul>
        <li>
          <Trans>
            Keys that come from outside go into a <code>Map</code>, or are checked with{' '}
            <code>Object.hasOwn</code> before they are used.
          </Trans>
        </li>
        <li>
          {t`Input is parsed by a schema that builds a new object from the fields it knows, rather than merged.`}
        </li>
        <li>
          <Trans>
            Depth is kept at one or two links. If a trumpet is a brass instrument is an instrument
            is a product, then it probably <em>has</em> a category and should not <em>be</em> one.
          </Trans>
        </li>
      </ul>
      <p>
        {t`Inheritance shares behaviour along a single line. Most of what a shop wants to share, prices and pictures and permissions, runs across lines. For that there are functions.`}
      </p>
    </>
  );
}

const linking = `const instrument = {
  describe() {
    return \`\${this.name}, \${this.condition}\`;
  },
};

const cornet = Object.create(instrument);
cornet.name = 'Cornet';
cornet.condition = 'Good';

cornet.describe();                 // 'Cornet, Good'
Object.hasOwn(cornet, 'describe'); // false: it was found one link up`;

const shelves = `const shelves = { Brass: [], Woodwind: [] };
shelves['constructor'];   // a function, though nobody put it there

const safer = new Map([['Brass', []], ['Woodwind', []]]);
safer.get('constructor'); // undefined`;
