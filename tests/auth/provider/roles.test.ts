import { describe, expect, test } from 'vitest'
import { includesAdmin, readRoles } from '#app/auth/provider/admin-rights.server.ts'

describe('roles are read (D25)', () => {
  test.each<[unknown, string, string[] | undefined]>([
    [{ realm_access: { roles: ['fan', 'admin'] } }, 'realm_access.roles', ['fan', 'admin']],
    [{ resource_access: { douze: { roles: ['admin'] } } }, 'resource_access.douze.roles', ['admin']],
    [{ 'https://douze.example/roles': ['admin'] }, 'https://douze.example/roles', ['admin']],
    [{ role: ['admin', 7, null] }, 'role', ['admin']],
    [{ role: 'admin' }, 'role', ['admin']],
    [{ role: '' }, 'role', ['']],
    [{ roles: { admin: { 27: 'douze.example' }, fan: {} } }, 'roles', ['admin', 'fan']],
    [{ roles: { admin: false, fan: true, desk: null } }, 'roles', ['fan']],
    [{ roles: [] }, 'roles', []],
    [{ roles: 7 }, 'roles', []],
    [{}, 'realm_access.roles', undefined],
    [undefined, 'realm_access.roles', undefined],
    [{ realm_access: null }, 'realm_access.roles', undefined],
    [{ realm_access: 'admin' }, 'realm_access.roles', undefined],
    [{ roles: null }, 'roles', undefined],
    [{}, '__proto__.constructor', undefined],
    [{}, 'constructor', undefined],
  ])('from %j at %s: %j', (claims, path, roles) => expect(readRoles(claims, path)).toEqual(roles))
})

describe('an admin is who has', () => {
  test.each([
    [['admin'], true],
    [['fan', '/admin'], true],
    [['Admin'], false],
    [['/douze/admin'], false],
    [['//admin'], false],
    [['administrator'], false],
    [['admin fan'], false],
    [['/'], false],
    [[], false],
  ])('%j: %s', (roles, isAdmin) => expect(includesAdmin(roles, false)).toBe(isAdmin))

  test.each([
    [['ADMIN'], true],
    [['/Admin'], true],
    [['ADM\u0130N'], false],
  ])('%j, in any case: %s', (roles, isAdmin) => expect(includesAdmin(roles, true)).toBe(isAdmin))
})
