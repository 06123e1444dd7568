import { Anchor, type AnchorProps, Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type LinkProps<Own> = Own & Omit<ComponentProps<'a'>, keyof Own>;

const TextAnchor = (props: LinkProps<AnchorProps>) => <Anchor {...props} />;
const ItemAnchor = (props: LinkProps<MenuItemProps>) => <Menu.Item component="a" {...props} />;

const ButtonAnchor = (props: LinkProps<ButtonProps>) => <Button component="a" {...props} />;

export const PageButton = createLink(ButtonAnchor);

export const PageLink = createLink(TextAnchor);

export const PageItem = createLink(ItemAnchor);
