import type { CDPSession, Page } from 'playwright-core';

/** A node of the accessibility tree of Chromium. */
export interface AccessibleNode {
  readonly role: string;
  readonly name: string;
  readonly value: string;
}

interface RawNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly parentId?: string;
  readonly backendDOMNodeId?: number;
  readonly role?: { readonly value?: unknown };
  readonly name?: { readonly value?: unknown };
  readonly value?: { readonly value?: unknown };
}

/** Uses a page as a screen reader does: finds nodes only by role and name. */
export class AccessibilityTree {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<AccessibilityTree> {
    return new AccessibilityTree(page, await page.context().newCDPSession(page));
  }

  /** Waits for a node. @param within role and name of an ancestor */
  async find(role: string, name: string | RegExp, within?: readonly [role: string, name: string]): Promise<AccessibleNode> {
    const node = await this.#find(role, name, within);
    return { role, name: textOf(node.name), value: textOf(node.value) };
  }

  /** Moves the focus to a node and activates it with Enter, as screen readers do. */
  async activate(role: string, name: string | RegExp, within?: readonly [role: string, name: string]): Promise<void> {
    await this.focus(role, name, within);
    await this.#page.keyboard.press('Enter');
  }

  async focus(role: string, name: string | RegExp, within?: readonly [role: string, name: string]): Promise<void> {
    const { backendDOMNodeId } = await this.#find(role, name, within);
    await this.#session.send('DOM.focus', { ...(backendDOMNodeId === undefined ? {} : { backendNodeId: backendDOMNodeId }) });
  }

  async #find(role: string, name: string | RegExp, within?: readonly [role: string, name: string]): Promise<RawNode> {
    let all: readonly RawNode[] = [];
    for (let tries = 0; tries < 150; tries++) {
      const { nodes } = (await this.#session.send('Accessibility.getFullAXTree')) as { readonly nodes: readonly RawNode[] };
      all = nodes;
      const found = findIn(nodes, role, name, within);
      if (found) return found;
      await this.#page.waitForTimeout(100);
    }
    const isNear = (node: RawNode) => !node.ignored && (textOf(node.role) === role || textOf(node.name).match(name));
    const near = all.filter(isNear).map((node) => `${textOf(node.role)} ${textOf(node.name)}`);
    throw new Error(`a screen reader finds no ${role} ${name}${within ? ` in ${within.join(' ')}` : ''}, but ${near.join(', ')}`);
  }
}

function findIn(
  nodes: readonly RawNode[],
  role: string,
  name: string | RegExp,
  within?: readonly [role: string, name: string],
): RawNode | undefined {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const isAt = (node: RawNode, wantedRole: string, wanted: string | RegExp) => {
    const text = textOf(node.name);
    return (
      !node.ignored && textOf(node.role) === wantedRole && (typeof wanted === 'string' ? text === wanted : wanted.test(text))
    );
  };
  const isWithin = (node: RawNode): boolean => {
    if (!within) return true;
    for (let above = byId.get(node.parentId ?? ''); above; above = byId.get(above.parentId ?? ''))
      if (isAt(above, ...within)) return true;
    return false;
  };
  return nodes.find((node) => isAt(node, role, name) && isWithin(node));
}

const textOf = (property: { readonly value?: unknown } | undefined): string => String(property?.value ?? '');
