import { Anchor, type AnchorProps, Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** What an HTML link takes, but for what a component takes itself. */
type LinkProps<Own> = Own & Omit<ComponentProps<'a'>, keyof Own>;

const TextAnchor = (props: LinkProps<AnchorProps>) => <Anchor {...props} />;
const ItemAnchor = (props: LinkProps<MenuItemProps>) => <Menu.Item component="a" {...props} />;

const ButtonAnchor = (props: LinkProps<ButtonProps>) => <Button component="a" {...props} />;

/** A button that opens a page of the console. */
export const PageButton = createLink(ButtonAnchor);

/** A link within a text to a page of the console. */
export const PageLink = createLink(TextAnchor);

/** An item of a menu that opens a page of the console. */
export const PageItem = createLink(ItemAnchor);
