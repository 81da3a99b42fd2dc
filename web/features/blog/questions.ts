import { t } from '#contract/text.ts';
/**
 * The questions and short answers. They are separate from the long answers because the page's head needs them
 * without loading the page.
 */
export interface Question {
  /** Its anchor on the page: /blog#id. */
  id: string;
  question: string;
  /** A complete answer in two sentences, shown under the question and in search results. */
  teaser: string;
}

export const questions = {
  reactState: {
    id: 'react-state',
    get question() {
      return t`What are the different ways to manage state in a React application?`;
    },
    get teaser() {
      return t`Ask who owns the truth before asking which library holds it. The server, the address bar, a form and a component each own some; what remains for a global store is little.`;
    },
  },
  prototypes: {
    id: 'prototypal-inheritance',
    get question() {
      return t`How does prototypal inheritance work?`;
    },
    get teaser() {
      return t`Every object has a link to another object, or to nothing, and a property that is not found is looked for along that link. Classes are a good notation for this, not something different.`;
    },
  },
  unitTests: {
    id: 'unit-tests',
    get question() {
      return t`What is a unit test, and why should we write unit tests?`;
    },
    get teaser() {
      return t`A unit test checks one small piece of behaviour in milliseconds, with everything around it held still. It is worth writing because it lets you change the code next year without being afraid.`;
    },
  },
  frameworks: {
    id: 'react-angular-vue',
    get question() {
      return t`React vs. Angular vs. Vue?`;
    },
    get teaser() {
      return t`All three can build this shop, and its visitors could not tell which one did. Choose by how many decisions you want made for you, and by whom you can hire.`;
    },
  },
} satisfies Record<string, Question>;
