/** What a dialog says that asks again who is signed in. Apart from `messages`, which is in the first page's script. */
export const proofTexts = {
  why: 'For your safety, show once more that it is you.',
  wrongPassword: 'This is not your password.',
  googleFirst: 'Continue with Google first.',
  googleConfirmed: 'Google has confirmed that it is you.',
  googleRefused:
    'Google has not confirmed that it is you. Choose the account that you sign in here with.',
} as const;
