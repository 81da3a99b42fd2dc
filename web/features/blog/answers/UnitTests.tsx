import { Trans } from '@lingui/react/macro';
import { t } from '#contract/text.ts';
import { CodeSample } from '../CodeSample.tsx';

export function UnitTests() {
  return (
    <>
      <p>
        <Trans>
          A unit is not a class, and not a file. It is a piece of behaviour that somebody could
          describe in one sentence without naming a function:{' '}
          <em>a used instrument is never less than zero years old</em>. A unit test turns that
          sentence into a program that fails when it stops being true. Clock, network and chance are
          held still, so that the answer depends on the code alone.
        </Trans>
      </p>
      <CodeSample of={t`A unit test of a rule about years`}>{rule}</CodeSample>
      <p>
        <Trans>
          Note what makes this easy: <code>yearsOfUse</code> is handed its date and does not ask the
          machine for one. That is the first reason to write such tests. Code that is hard to test
          is usually code that reaches out for things it should be given, and the test is the first
          caller to complain.
        </Trans>
      </p>
      <p>
        {t`The second reason is speed of thought. A browser test tells you that buying is broken. A unit test tells you that the discount is computed before rounding, in this line, half a second after you typed it. The third is courage: rules outlive the people who remember them. When a colleague rewrites the price code in two years, the tests are what we are able to say to them.`}
      </p>
      <p>
        {t`What tests do not give is proof, and the coverage figure does not either. It shows which lines have run, not whether anybody would notice if they were wrong. Read it backwards: what is uncovered is certainly unchecked; what is covered, perhaps.`}
      </p>
      <p>{t`Some rules that have served us:`}</p>
      <ul>
        <li>
          <Trans>
            <strong>See it fail.</strong> Break the code on purpose once. A test that was never red
            may be testing nothing, and such tests are common.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Name the promise.</strong> “A sold instrument cannot be booked” tells a story
            when it breaks; “status test 3” does not.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Aim at edges.</strong> Zero, one, the limit, the limit plus a cent, the empty
            string, next year. The middle takes care of itself.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Check results, not steps.</strong> A test that counts which inner functions were
            called fails at every refactoring and passes through most bugs. Delete it.
          </Trans>
        </li>
      </ul>
      <p>
        {t`And know where units end. That an instrument can be booked only once is no property of any function: it is kept by a unique index in the database, under concurrency. A mock would agree with whatever we believe about it. So that rule is tested against a real PostgreSQL, with two buyers who press the button in the same instant:`}
      </p>
      <CodeSample of={t`A test of a rule that the database keeps`}>{race}</CodeSample>
      <p>
        {t`This is no longer a unit test, and it is worth twenty of them. We replace things with fakes only at the borders to other people’s services, where cards are charged and mail is sent, and run everything on our side for real. Many small tests for rules, a fair number for rules that need the database, a handful in a browser for the ways in which people pay us. If a bug gets through all three, the first thing we write is the test that would have caught it, at the lowest level that could have.`}
      </p>
    </>
  );
}

const rule = `test('an instrument that is bought next year counts as new', () => {
  const today = new Date(2026, 4, 1);
  expect(yearsOfUse(2027, today)).toBe(0);
});`;

const race = `test('when two people book at once, one of them gets it', async () => {
  const answers = await Promise.all([book(cornet, ana), book(cornet, ben)]);
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.toSorted()).toEqual([201, 409]);
});`;
