import data from '@mdn/browser-compat-data' with { type: 'json' };
import ts from 'typescript';

type Identifier = { __compat?: { support: Record<string, Support | Support[]> } } & { [name: string]: Identifier };
interface Support {
  version_added: string | false | null;
  flags?: unknown;
  prefix?: string;
  alternative_name?: string;
}

/** What MDN's compatibility data call the browsers of Browserslist. */
const BROWSERS: Readonly<Record<string, string>> = {
  Chrome: 'chrome',
  ChromeAndroid: 'chrome_android',
  Android: 'webview_android',
  Firefox: 'firefox',
  FirefoxAndroid: 'firefox_android',
  Safari: 'safari',
  iOS: 'safari_ios',
};

/** Interfaces whose objects any page handles. The rest have members by names that everybody uses for something of their own. */
const COMMON: ReadonlySet<string> = new Set([
  ...[
    'Window',
    'Document',
    'Node',
    'Element',
    'HTMLElement',
    'HTMLDialogElement',
    'HTMLButtonElement',
    'HTMLInputElement',
    'DocumentFragment',
  ],
  ...[
    'URL',
    'URLSearchParams',
    'Headers',
    'Request',
    'Response',
    'Blob',
    'AbortSignal',
    'ReadableStream',
    'FormData',
    'Crypto',
    'SubtleCrypto',
  ],
  ...['CSSStyleSheet', 'Range', 'Selection', 'DOMTokenList', 'NodeList', 'Performance', 'Animation', 'EventTarget', 'Storage', 'Cache'],
]);

/**
 * Finds in built files what a supported browser doesn't have, by MDN's compatibility data: globals, static members, methods that are called (on whatever: a
 * name that anything older has too can't be told apart, such as `map` of iterators), flags of regular expressions, attributes, and in styles properties, at-rules
 * and pseudo-classes.
 */
export function createFeatureSearch(oldest: ReadonlyMap<string, string>) {
  const { api, css, html, javascript } = data as unknown as Record<'api' | 'css' | 'html' | 'javascript', Identifier>;
  const isOld = (feature: Identifier): boolean => isSupported(feature, oldest);

  const globals = new Map<string, boolean>();
  const members = new Map<string, boolean>();
  const statics = new Map<string, boolean>();
  const note = (found: Map<string, boolean>, name: string, isIn: boolean): void => void found.set(name, isIn || found.get(name) === true);
  const builtins = childrenOf(javascript.builtins);
  for (const [name, feature] of [...builtins, ...childrenOf(api)]) {
    const isCommon = COMMON.has(name) || builtins.some(([builtin]) => builtin === name);
    note(globals, name, isOld(feature));
    for (const [member, child] of childrenOf(feature)) {
      const plain = member.replace(/_(static|event)$/, '');
      // Of other interfaces, only what keeps a name from being told apart.
      if (isCommon || isOld(child)) note(members, plain, isOld(child));
      note(statics, `${name}.${plain}`, isOld(child));
      if (['Window', 'WorkerGlobalScope'].includes(name)) note(globals, plain, isOld(child));
    }
  }
  const newIn = (found: Map<string, boolean>, name: string): boolean => found.get(name) === false;

  const styles = {
    property: new Map(childrenOf(css.properties).map(([name, feature]) => [name, isOld(feature)])),
    rule: new Map(childrenOf(css['at-rules']).map(([name, feature]) => [name, isOld(feature)])),
    selector: new Map(childrenOf(css.selectors).map(([name, feature]) => [name, isOld(feature)])),
  };
  const attributes = new Map<string, boolean>();
  for (const [name, feature] of [html.global_attributes, ...childrenOf(html.elements).map(([, element]) => element)].flatMap(childrenOf))
    note(attributes, name, isOld(feature));

  return {
    inScript(code: string): string[] {
      const found = new Set<string>();
      const visit = (node: ts.Node): void => {
        if (ts.isPropertyAccessExpression(node)) {
          const { expression, name } = node;
          const holder = ts.isIdentifier(expression) ? expression.text : '';
          // A property that isn't there is undefined; calling it ends the script.
          const isCalled =
            ts.isCallExpression(node.parent) && node.parent.expression === node && node.parent.questionDotToken === undefined;
          if (newIn(statics, `${holder}.${name.text}`)) found.add(`${holder}.${name.text}`);
          else if (isCalled && newIn(members, name.text)) found.add(`.${name.text}()`);
        } else if (ts.isRegularExpressionLiteral(node)) {
          const flags = node.text.slice(node.text.lastIndexOf('/') + 1);
          if (flags.includes('v')) found.add('/…/v');
          if (/\(\?[ims]+(-[ims]*)?:|\(\?-[ims]+:/.test(node.text)) found.add('(?i:…)');
        } else if (ts.isIdentifier(node) && newIn(globals, node.text) && !isName(node)) {
          found.add(node.text);
        }
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile('built.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
      return [...found].sort();
    },

    inStyles(code: string): string[] {
      const bare = code.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(["'])(?:\\.|(?!\1).)*\1/g, '""');
      const found = [
        ...Array.from(bare.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:(?!:)[^{}]*?(?=[;}])/g), ([, name = '']) => name).filter((name) =>
          newIn(styles.property, name),
        ),
        ...Array.from(bare.matchAll(/@([a-z-]+)/g), ([, name = '']) => name)
          .filter((name) => newIn(styles.rule, name))
          .map((name) => `@${name}`),
        ...Array.from(bare.matchAll(/::?([a-z-]+)(?=[^{};]*\{)/g), ([, name = '']) => name)
          .filter((name) => newIn(styles.selector, name))
          .map((name) => `:${name}`),
        ...(/[{;}]\s*&/.test(bare) ? ['nesting'] : []),
        ...(/\blight-dark\(/.test(bare) ? ['light-dark()'] : []),
      ];
      return [...new Set(found)].sort();
    },

    inMarkup(html: string): string[] {
      const bare = html.replaceAll(/(<(script|style)[^>]*>).*?<\/\2>/gs, '$1');
      const found = Array.from(bare.matchAll(/<[a-z][^<>]*>/g)).flatMap(([tag]) =>
        Array.from(tag.matchAll(/\s([a-z-]+)(?=[\s=>])(?:="[^"]*")?/g), ([, name = '']) => name),
      );
      return [...new Set(found)].filter((name) => newIn(attributes, name)).sort();
    },
  };
}

/** What an identifier is if it's only the name of a property, parameter, label or the like. */
function isName(node: ts.Identifier): boolean {
  const { parent } = node;
  const isDeclared = 'name' in parent && parent.name === node;
  const isKey = (ts.isPropertyAssignment(parent) && parent.name === node) || (ts.isBindingElement(parent) && parent.propertyName === node);
  return isDeclared || isKey || ts.isExportSpecifier(parent) || ts.isImportSpecifier(parent) || ts.isLabeledStatement(parent);
}

function childrenOf(identifier: Identifier | undefined): [string, Identifier][] {
  return Object.entries(identifier ?? {}).filter(([name]) => name !== '__compat') as [string, Identifier][];
}

/** A group without data of its own, such as that of an attribute's values, is as old as anything. */
function isSupported({ __compat }: Identifier, oldest: ReadonlyMap<string, string>): boolean {
  if (__compat === undefined) return true;
  return [...oldest].every(([name, version]) =>
    [__compat.support[BROWSERS[name] ?? ''] ?? []]
      .flat()
      .some(
        ({ version_added: added, flags, prefix, alternative_name: other }) =>
          typeof added === 'string' && !flags && !prefix && !other && compareVersions(added.replace('≤', ''), version) <= 0,
      ),
  );
}

function compareVersions(one: string, other: string): number {
  const [major = 0, minor = 0] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major - otherMajor || minor - otherMinor;
}
