import ts from 'typescript'

/** A test or a group of tests in a file. */
export interface TitledTest {
  /** As in the source. */
  title: string
  /**
   * For each test in it: the modifiers that may skip it, as in the source: 'skip', 'todo', 'fails', 'skipIf(isSlow)'.
   * An empty list: it always runs.
   */
  leftOutBy: string[][]
}

/** Every test and every group of a test file's source. */
export function listTests(source: string): TitledTest[] {
  const found: TitledTest[] = []
  const visit = (node: ts.Node, groups: readonly TitledTest[], leftOutBy: readonly string[]): void => {
    const call = readTest(node)
    if (!call) {
      ts.forEachChild(node, (child) => visit(child, groups, leftOutBy))
      return
    }
    const titled: TitledTest = { title: call.title, leftOutBy: [] }
    const own = [...leftOutBy, ...call.leftOutBy]
    found.push(titled)
    if (call.isGroup) ts.forEachChild(node, (child) => visit(child, [...groups, titled], own))
    else for (const each of [...groups, titled]) each.leftOutBy.push(own)
  }
  visit(ts.createSourceFile('x.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX), [], [])
  return found
}

/**
 * Parses `test('title', …)`, `describe.each(…)('title', …)`, `test.skipIf(…)('title', …)` and the like; undefined for
 * anything else.
 */
function readTest(node: ts.Node) {
  if (!ts.isCallExpression(node)) return undefined
  const title = readTitle(node.arguments[0])
  const { name, modifiers } = readCallee(node.expression)
  if (title === undefined || !/^(test|it|describe)$/.test(name)) return undefined
  const isGroup = name === 'describe'
  const inside = isGroup ? [] : skipsInside(node)
  return { title, isGroup, leftOutBy: [...modifiers, ...optionsOf(node), ...inside] }
}

function readTitle(node: ts.Node | undefined): string | undefined {
  if (node && ts.isStringLiteralLike(node)) return node.text
  return node && ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined
}

/** The called function, and its modifiers that may skip the test. */
function readCallee(callee: ts.Expression): { name: string; modifiers: string[] } {
  const modifiers: string[] = []
  let [at, args] = [callee, '']
  while (!ts.isIdentifier(at)) {
    if (ts.isTaggedTemplateExpression(at)) at = at.tag
    else if (ts.isCallExpression(at))
      [args, at] = [at.arguments.map((each) => each.getText()).join(), at.expression]
    else if (ts.isPropertyAccessExpression(at)) {
      const word = at.name.text
      if (/^(skip|todo|fails)$/.test(word)) modifiers.push(word)
      if (/^(skipIf|runIf)$/.test(word)) modifiers.push(`${word}(${args})`)
      at = at.expression
    } else return { name: '', modifiers }
  }
  return { name: at.text, modifiers }
}

/** `{ skip: true }` after the title. */
function optionsOf(node: ts.CallExpression): string[] {
  const names = node.arguments.filter(ts.isObjectLiteralExpression).flatMap((each) => [...each.properties])
  return names.flatMap(({ name }) => name?.getText() ?? []).filter((name) => /^(skip|todo|fails)$/.test(name))
}

/** `skip()` inside a running test. */
function skipsInside(node: ts.Node): string[] {
  const found: string[] = []
  const visit = (child: ts.Node): void => {
    if (ts.isCallExpression(child) && /(^|\.)skip$/.test(child.expression.getText())) found.push('skip')
    ts.forEachChild(child, visit)
  }
  ts.forEachChild(node, visit)
  return found
}
