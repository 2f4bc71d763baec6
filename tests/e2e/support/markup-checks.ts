import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { findTouchingWords, findWordlessControls } from '#tests/support/plain-text.ts'

/** How React and we write HTML; each form of it is valid, a list with a name and two fields of one name, too. */
const style = [
  'aria-label-misuse',
  'attr-case',
  'attribute-boolean-style',
  'attribute-empty-style',
  'form-dup-name',
  'no-dup-class',
  'no-implicit-button-type',
  'no-implicit-input-type',
  'valid-id',
  'void-style',
]

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    rules: Object.fromEntries(style.map((rule) => [rule, 'off'])),
  }),
)

/** What is wrong in a page's HTML by the rules of the standard, and to those who read it without styles. */
export async function findMarkupErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return [
    ...results
      .flatMap(({ messages }) => messages)
      .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    ...(html.match(/ autofocus=/g) ?? []).slice(1).map(() => 'more than one autofocus'),
    ...findTouchingWords(html).map((words) => `without a space: ${words}`),
    ...findWordlessControls(html).map((control) => `without a word:${control}`),
  ]
}
