import { type Condition, conditions } from '#contract/constants.ts';
import { conditionMeanings } from './facts.ts';

/** Explains the product's condition next to the other possible ones. */
export function ConditionGuide({ condition }: { condition: Condition }) {
  return (
    <section aria-labelledby="condition-heading">
      <h2 id="condition-heading">Its condition: {condition}</h2>
      <dl className="mt-4 max-w-prose">
        {conditions.map((word) => (
          <div
            className={
              word === condition
                ? 'border-l-[6px] border-double border-brass py-3 pl-5'
                : 'border-l border-line py-3 pl-5 text-muted [margin-inline-start:5px]'
            }
            key={word}
          >
            <dt className="font-display font-semibold">
              {word}
              {word === condition && <span className="sr-only"> (this instrument)</span>}
            </dt>
            <dd>{conditionMeanings[word]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
