    .text

# bunraku_memmove(rdi: to, rsi: from, rdx: length) -> rax: to
#
# Up to 128 bytes, everything is loaded before the first store, so ranges may overlap.
    .p2align 5
    .globl bunraku_memmove
    .type bunraku_memmove, @function
bunraku_memmove:
    mov rax, rdi
    cmp rdx, 16
    jb 20f
    cmp rdx, 32
    ja 30f
    movups xmm0, [rsi]
    movups xmm1, [rsi + rdx - 16]
    movups [rdi], xmm0
    movups [rdi + rdx - 16], xmm1
    ret

20: # below 16 bytes: two words that overlap
    cmp edx, 8
    jb 21f
    mov rcx, [rsi]
    mov rsi, [rsi + rdx - 8]
    mov [rdi], rcx
    mov [rdi + rdx - 8], rsi
    ret
21:
    cmp edx, 4
    jb 22f
    mov ecx, [rsi]
    mov esi, [rsi + rdx - 4]
    mov [rdi], ecx
    mov [rdi + rdx - 4], esi
    ret
22:
    cmp edx, 1
    jb 24f
    movzx ecx, byte ptr [rsi]
    je 23f
    movzx esi, word ptr [rsi + rdx - 2]
    mov [rdi + rdx - 2], si
23:
    mov [rdi], cl
24:
    ret

30: # 33 to 64 bytes
    cmp rdx, 64
    ja 40f
    movups xmm0, [rsi]
    movups xmm1, [rsi + 16]
    movups xmm2, [rsi + rdx - 32]
    movups xmm3, [rsi + rdx - 16]
    movups [rdi], xmm0
    movups [rdi + 16], xmm1
    movups [rdi + rdx - 32], xmm2
    movups [rdi + rdx - 16], xmm3
    ret

40: # 65 to 128 bytes
    cmp rdx, 128
    ja 50f
    movups xmm0, [rsi]
    movups xmm1, [rsi + 16]
    movups xmm2, [rsi + 32]
    movups xmm3, [rsi + 48]
    movups xmm4, [rsi + rdx - 64]
    movups xmm5, [rsi + rdx - 48]
    movups xmm6, [rsi + rdx - 32]
    movups xmm7, [rsi + rdx - 16]
    movups [rdi], xmm0
    movups [rdi + 16], xmm1
    movups [rdi + 32], xmm2
    movups [rdi + 48], xmm3
    movups [rdi + rdx - 64], xmm4
    movups [rdi + rdx - 48], xmm5
    movups [rdi + rdx - 32], xmm6
    movups [rdi + rdx - 16], xmm7
    ret

50: # more: 64 bytes in a round, from the end where "to" lies inside of what is read
    mov rcx, rdi
    sub rcx, rsi
    cmp rcx, rdx
    jb 60f

    # the last 64 bytes are loaded first and stored last, and cover what the rounds leave
    movups xmm4, [rsi + rdx - 64]
    movups xmm5, [rsi + rdx - 48]
    movups xmm6, [rsi + rdx - 32]
    movups xmm7, [rsi + rdx - 16]
    lea r8, [rdi + rdx - 64]
    .p2align 4
51:
    movups xmm0, [rsi]
    movups xmm1, [rsi + 16]
    movups xmm2, [rsi + 32]
    movups xmm3, [rsi + 48]
    add rsi, 64
    movups [rdi], xmm0
    movups [rdi + 16], xmm1
    movups [rdi + 32], xmm2
    movups [rdi + 48], xmm3
    add rdi, 64
    cmp rdi, r8
    jb 51b
    movups [r8], xmm4
    movups [r8 + 16], xmm5
    movups [r8 + 32], xmm6
    movups [r8 + 48], xmm7
    ret

60: # the first 64 bytes are loaded first and stored last
    movups xmm4, [rsi]
    movups xmm5, [rsi + 16]
    movups xmm6, [rsi + 32]
    movups xmm7, [rsi + 48]
    .p2align 4
61:
    movups xmm0, [rsi + rdx - 64]
    movups xmm1, [rsi + rdx - 48]
    movups xmm2, [rsi + rdx - 32]
    movups xmm3, [rsi + rdx - 16]
    movups [rdi + rdx - 64], xmm0
    movups [rdi + rdx - 48], xmm1
    movups [rdi + rdx - 32], xmm2
    movups [rdi + rdx - 16], xmm3
    sub rdx, 64
    cmp rdx, 64
    ja 61b
    movups [rdi], xmm4
    movups [rdi + 16], xmm5
    movups [rdi + 32], xmm6
    movups [rdi + 48], xmm7
    ret
    .size bunraku_memmove, . - bunraku_memmove

# bunraku_memcmp(rdi: left, rsi: right, rdx: length) -> eax: below, equal to or above 0
    .p2align 5
    .globl bunraku_memcmp
    .type bunraku_memcmp, @function
bunraku_memcmp:
    cmp rdx, 16
    jb 80f
    # r8: where the last 16 bytes begin, which the last step compares
    lea r8, [rdx - 16]
    xor ecx, ecx
    cmp rcx, r8
    jae 72f
    .p2align 4
71:
    movups xmm0, [rdi + rcx]
    movups xmm1, [rsi + rcx]
    pcmpeqb xmm0, xmm1
    pmovmskb eax, xmm0
    xor eax, 0xffff
    jne 73f
    add rcx, 16
    cmp rcx, r8
    jb 71b
72:
    mov rcx, r8
    movups xmm0, [rdi + rcx]
    movups xmm1, [rsi + rcx]
    pcmpeqb xmm0, xmm1
    pmovmskb eax, xmm0
    xor eax, 0xffff
    jne 73f
    ret
73: # the lowest bit that is set is the first byte that differs
    bsf eax, eax
    add rcx, rax
    movzx eax, byte ptr [rdi + rcx]
    movzx edx, byte ptr [rsi + rcx]
    sub eax, edx
    ret

80: # below 16 bytes: two words that overlap
    cmp edx, 8
    jb 81f
    mov rax, [rdi]
    mov rcx, [rsi]
    cmp rax, rcx
    jne 85f
    mov rax, [rdi + rdx - 8]
    mov rcx, [rsi + rdx - 8]
    cmp rax, rcx
    jne 85f
    xor eax, eax
    ret
81:
    cmp edx, 4
    jb 82f
    mov eax, [rdi]
    mov ecx, [rsi]
    cmp eax, ecx
    jne 85f
    mov eax, [rdi + rdx - 4]
    mov ecx, [rsi + rdx - 4]
    cmp eax, ecx
    jne 85f
    xor eax, eax
    ret
82:
    xor ecx, ecx
83:
    cmp ecx, edx
    je 84f
    movzx eax, byte ptr [rdi + rcx]
    movzx r8d, byte ptr [rsi + rcx]
    inc ecx
    sub eax, r8d
    je 83b
    ret
84:
    xor eax, eax
    ret
85: # the first byte in memory weighs most
    bswap rax
    bswap rcx
    cmp rax, rcx
    sbb eax, eax
    or eax, 1
    ret
    .size bunraku_memcmp, . - bunraku_memcmp
